/** Longest time of a call to the provider. */
export const callTimeoutMs = 15_000

/**
 * Time for which a number is claimed in advance: each job is called at its place in the pace, so a claim may be slow without costing
 * the number any of its rate. Looked at again when half of it is used.
 */
export const prefetchMs = 200

/**
 * A number is served by one process, which alone knows what its calls do to the level, until it has not served it for so long. By then
 * none of its calls is still to start.
 */
export const handOverMs = 2_000

/** Difference that two processes may have about when a number was served last. */
const handOverMarginMs = 100

/** A call that is later than this gives its place back: soon another process may serve its number. */
export const forfeitMs = handOverMs - prefetchMs - handOverMarginMs
