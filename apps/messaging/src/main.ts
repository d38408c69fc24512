import { run } from '@posthorn/chassis'
import { messagingService } from './service.ts'

await run(messagingService, process.env)
