import { baseline } from './001-baseline.ts'

export const migrations = [baseline]
