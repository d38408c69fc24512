import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { freePort } from '@posthorn/embedded'
import { startHttpServer, until } from '@posthorn/testkit'
import { environment, newDataDir, RunningSystem, repositoryRoot } from '@posthorn/testkit/system'

/** Two installations behind one address, with a directory and a router. */
export type Cells = AsyncDisposable & { a: RunningSystem; b: RunningSystem; url: string }

/** Starts two cells with these settings. Both give the provider the router's address for callbacks. */
export async function startCells(settings: Record<string, string> = {}): Promise<Cells> {
  const directoryUrl = `http://127.0.0.1:${await freePort()}`
  const router = await startHttpServer((req, res) => void route(directoryUrl, req, res))
  const env = { ...settings, PUBLIC_URL: router.url }
  const a = await RunningSystem.start({ split: false, env })
  const dataDir = newDataDir()
  // Shares the secrets, so that one credential works for both gateways.
  copyFileSync(join(a.dataDir, 'secrets.json'), join(dataDir, 'secrets.json'))
  const b = await RunningSystem.start({ split: false, env, dataDir })
  const directory = await startDirectory(directoryUrl, { a, b })
  return {
    a,
    b,
    url: router.url,
    async [Symbol.asyncDispose]() {
      directory.kill('SIGTERM')
      await router[Symbol.asyncDispose]()
      await Promise.all([a.remove(), b.remove()])
    },
  }
}

/** Starts the directory, which asks the gateways of these cells which workspaces they have. */
async function startDirectory(url: string, cells: Readonly<Record<string, RunningSystem>>): Promise<ChildProcess> {
  const entries = Object.entries(cells).map(
    ([name, cell]) => `${name}=${new URL(cell.url).host} ${cell.run.urls['gateway']}`,
  )
  const { name, secret } = Object.values(cells)[0]?.run.credential ?? { name: '', secret: '' }
  const settings = {
    CELLS: entries.join(','),
    CREDENTIAL: `${name}:${secret}`,
    PORT: new URL(url).port,
    LOG_LEVEL: 'error',
  }
  const program = join(repositoryRoot, 'apps/directory/src/main.ts')
  const child = spawn(process.execPath, ['--conditions=source', program], {
    env: { ...environment(), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
  await until(isReady, { describe: 'the directory to be ready' })
  return child
}

/**
 * Queries the directory as Caddy does, with the request's headers and no body. Forwards the request to the cell, or returns the refusal.
 */
async function route(directoryUrl: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const forwarded = Object.entries(req.headers).filter(([name]) => !/^(host|connection|content-|transfer-)/.test(name))
  const headers = { ...(Object.fromEntries(forwarded) as Record<string, string>), 'X-Forwarded-Uri': req.url ?? '/' }
  const found = await fetch(`${directoryUrl}/look-up`, { headers }).catch(() => undefined)
  const upstream = found?.headers.get('X-Posthorn-Upstream')
  if (!upstream) return void res.writeHead(found?.status ?? 503).end(await found?.text())
  const passed = request(`http://${upstream}${req.url}`, { method: req.method, headers: req.headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(res)
  })
  passed.once('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end()))
  req.pipe(passed)
}
