/** Returns a text of a request as an error repeats it: its first `max` characters. */
export const shortened = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text
