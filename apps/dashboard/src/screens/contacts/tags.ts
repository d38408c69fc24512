/** Returns which tags a list with commas adds to those of a contact, and which it lacks. */
export function changedTags(known: readonly string[], text: string): { added: string[]; removed: string[] } {
  const wanted = new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  )
  return { added: [...wanted].filter((tag) => !known.includes(tag)), removed: known.filter((tag) => !wanted.has(tag)) }
}
