import { describe, expect, it } from 'vitest'
import { unknownSettings } from './index.ts'

const own = ['FILES_DIR', 'FILES_S3_URL', 'LOG_LEVEL', 'ALLOW_PRIVATE_ADDRESSES', 'MASTER_KEYS', 'HOST', 'ROLE']
const refused = (name: string, value = 'x') => unknownSettings(own, { [name]: value }).map(([, message]) => message)

describe('a variable that is no setting', () => {
  it.each([
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['MASTER_KEY', 'MASTER_KEYS'],
    ['MASTER_KEYS_FILES', 'MASTER_KEYS_FILE'],
    ['ALLOW_PRIVATE_ADRESSES', 'ALLOW_PRIVATE_ADDRESSES'],
    ['ALLOW_PRIVATE-ADDRESSES', 'ALLOW_PRIVATE_ADDRESSES'],
    ['POSTHORN_TOKN', 'POSTHORN_TOKEN'],
  ])('%s is refused with the name that was meant', (name, meant) => {
    expect(refused(name)).toEqual([`is not a setting; did you mean ${meant}? Rename or remove it`])
  })

  it.each(['FILES_BUCKET_NAME', 'FILES_S3_ENDPOINT', 'POSTHORN_READONLY', 'POSTHORN_MODE'])('%s is refused', (name) => {
    expect(refused(name)).toEqual(['is not a setting; remove it'])
  })

  it.each([
    'FILES_DIR',
    'FILES_DIR_FILE',
    'POSTHORN_TOKEN',
    'POSTHORN_SERVICE_HOST',
    'FILES_PORT_80_TCP_ADDR',
    'NATS_USER',
    'PATH',
    'HOSTS',
    'ROLES',
    'HOME',
    'OTEL_LOGS_EXPORTER',
  ])('%s belongs to this program, to another or to the system', (name) => {
    expect(refused(name)).toEqual([])
  })

  it('counts as absent when it is empty', () => {
    expect(refused('LOG_LEVLE', '')).toEqual([])
  })
})
