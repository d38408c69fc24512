import express from 'express'
import { Pool } from 'pg'

// Baseline for the API: Express with one INSERT per request, on the same Postgres, in a separate process.
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
await pool.query(
  'create table if not exists bare (id uuid primary key default uuidv7(), phone text not null, message text not null)',
)
const app = express()
app.use(express.json())
app.post('/messages', async (req, res) => {
  const { phone, message } = req.body as { phone: string; message: string }
  const { rows } = await pool.query('insert into bare (phone, message) values ($1, $2) returning id', [phone, message])
  res.status(201).json({ id: (rows[0] as { id: string }).id, phone, message, status: 'queued' })
})
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { port: number }).port })
})
process.once('disconnect', () => process.exit(0))
