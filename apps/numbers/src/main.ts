import { run } from '@posthorn/chassis'
import { numbersService } from './service.ts'

await run(numbersService, process.env)
