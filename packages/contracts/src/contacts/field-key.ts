const wordCharacter = 'A-Za-z0-9\\u00C0-\\u024F'

/** Pattern of custom field names: starts with a letter or digit and doesn't end with a space. */
export const fieldKeyPattern = `[${wordCharacter}](?:[${wordCharacter}_.:@/ -]{0,28}[${wordCharacter}_.:@/-])?`
