import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type LaunchOptions = { executablePath: string; env: Record<string, string>; args: string[] }

const packageFile = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../package.json')
// The package unpacks into the temporary folder, and adds libraries missing on a bare system only if it detects this platform.
const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())"
const platform = 'AWS_Lambda_nodejs24.x'

// Containers have a small /dev/shm, usually no namespaces for a sandbox, and no GPU.
const args = ['--no-sandbox', '--no-zygote', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none']

/** Returns launch options for the npm package's browser, unpacked once for each version. Safe if several processes unpack it at once. */
export async function unpackedChromium(): Promise<LaunchOptions> {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const folder = join(tmpdir(), `posthorn-chromium-${version}`)
  if (!existsSync(join(folder, 'chromium'))) await unpackInto(folder)
  const { PATH = '', HOME = folder } = process.env
  // Without a language, the browser reports an invalid one.
  const env = {
    PATH,
    HOME,
    LANG: 'en_US.UTF-8',
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    FONTCONFIG_PATH: join(folder, 'fonts'),
  }
  return { executablePath: join(folder, 'chromium'), env, args: [...args] }
}

/**
 * Unpacks into a temporary folder that is then renamed, so that other processes never see half a browser. If another process renames first,
 * its folder is used.
 */
async function unpackInto(folder: string): Promise<void> {
  const scratch = mkdtempSync(`${folder}-`)
  try {
    const child = spawn(process.execPath, ['--input-type=module', '-e', unpack], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH: process.env['PATH'] ?? '', TMPDIR: scratch, AWS_EXECUTION_ENV: platform },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [exitCode] = (await once(child, 'close')) as [number | null]
    if (exitCode !== 0) throw new Error(`the browser could not be unpacked into ${scratch}`)
    writeFileSync(join(scratch, 'fonts/fonts.conf'), fontSettings(folder))
    renameSync(scratch, folder)
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true })
    if (!existsSync(join(folder, 'chromium'))) throw error
  }
}

/** Returns settings that use only the package's fonts, so that pages look the same on every machine. Without any font, pages crash. */
const fontSettings = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`
