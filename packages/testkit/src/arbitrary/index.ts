export { inputsOf, type Texts } from './schema.ts'
