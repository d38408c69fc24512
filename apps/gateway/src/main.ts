import { run } from '@posthorn/chassis'
import { gatewayService } from './service.ts'

await run(gatewayService, process.env)
