import { useSyncExternalStore } from 'react'

export type AlertSetting = { desktop: boolean; sound: boolean; title: boolean; unassigned: boolean }

const initial: AlertSetting = { desktop: false, sound: false, title: true, unassigned: true }
const listeners = new Set<() => void>()
const keyOf = (member: string) => `posthorn.alerts.${member}`
const known = new Map<string, AlertSetting>()

export function alertSetting(member: string): AlertSetting {
  let setting = known.get(member)
  if (setting === undefined) known.set(member, (setting = readSetting(localStorage.getItem(keyOf(member)))))
  return setting
}

/** Parses stored settings. Uses the defaults for missing or invalid values. */
export function readSetting(text: string | null): AlertSetting {
  try {
    const stored = Object.entries(JSON.parse(text ?? '{}') as object)
    const fitting = stored.filter(([name, value]) => name in initial && typeof value === 'boolean')
    return { ...initial, ...Object.fromEntries(fitting) }
  } catch {
    return initial
  }
}

/** Changes the settings in this and all other tabs. */
export function changeAlertSetting(member: string, change: Partial<AlertSetting>): void {
  const next = { ...alertSetting(member), ...change }
  localStorage.setItem(keyOf(member), JSON.stringify(next))
  evict(member)
}

function evict(member: string): void {
  known.delete(member)
  for (const listener of listeners) listener()
}

/** Returns a member's alert settings in this browser, and updates when another tab changes them. */
export function useAlertSetting(member: string): AlertSetting {
  return useSyncExternalStore(
    (listener) => {
      const onStorage = ({ key }: StorageEvent) => key === keyOf(member) && evict(member)
      listeners.add(listener)
      addEventListener('storage', onStorage)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', onStorage)
      }
    },
    () => alertSetting(member),
  )
}

const pushedKey = 'posthorn.pushed'

/** Kinds of events for which the push service notifies this browser, so that the page doesn't notify it again. */
export const pushedKinds = (): string[] => localStorage.getItem(pushedKey)?.split(',') ?? []

export function rememberPushed(device: { kinds: readonly string[] } | null): void {
  if (device) localStorage.setItem(pushedKey, device.kinds.join(','))
  else localStorage.removeItem(pushedKey)
}

const tones = [
  { frequency: 660, at: 0 },
  { frequency: 880, at: 0.12 },
]
const toneSeconds = 0.18
const loudness = 0.08

let context: AudioContext | undefined

/**
 * Plays two short tones. Browsers stay silent until the member has clicked in the page. Resolves after the tones have ended, so that no
 * other tab plays them meanwhile.
 */
export async function playSound(): Promise<void> {
  const audio = (context ??= new AudioContext())
  if (audio.state === 'suspended') await audio.resume()
  for (const { frequency, at } of tones) playTone(audio, frequency, audio.currentTime + at)
  await new Promise((resolve) => setTimeout(resolve, 600))
}

function playTone(audio: AudioContext, frequency: number, at: number): void {
  const tone = new OscillatorNode(audio, { frequency })
  const volume = new GainNode(audio, { gain: loudness })
  volume.gain.setValueAtTime(loudness, at)
  // An exponential ramp can't reach zero.
  volume.gain.exponentialRampToValueAtTime(0.0001, at + toneSeconds)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + toneSeconds)
}
