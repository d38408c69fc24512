export { fillContent, type PlaceholderFault, placeholderFaults, placeholderNames } from './content.ts'
export {
  fillText,
  type PersonalContact,
  type PersonalValues,
  type Placeholder,
  parsePlaceholders,
  personalNames,
  personalValues,
  placeholderText,
  type TextPiece,
  valueFor,
} from './text.ts'
