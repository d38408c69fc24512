export { patiently } from './patience.ts'
