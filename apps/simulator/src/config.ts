import { z } from 'zod'

const milliseconds = z.coerce.number().int().min(0).max(86_400_000)

export const simulatorEnvironment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(4010).describe('Port to listen on; 0 takes a free one'),
    HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
    DATA_DIR: z.string().min(1).default('.data/simulator').describe('Folder of the call log and the journal'),
    STATUS_DELAY_MS: milliseconds
      .default(20)
      .describe('Time from acceptance to `sent`; `delivered` takes 3, `read` 7.5 times that'),
  })
  .transform(({ PORT, HOST, DATA_DIR, STATUS_DELAY_MS }) => ({
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    statusDelayMs: STATUS_DELAY_MS,
  }))
