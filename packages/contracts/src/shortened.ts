/** Returns a text as errors and small screens show it: if longer than `max`, cut there, but not within a surrogate pair, and with `…`. */
export const shortened = (text: string, max: number): string =>
  text.length > max
    ? `${text
        .slice(0, max)
        .replace(/[\uD800-\uDBFF]$/, '')
        .toWellFormed()}…`
    : text
