import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { storeOf } from '../parts/store.ts'
import { say } from '../words/words.ts'

export const labelColors = [
  '#2f80ed',
  '#27ae60',
  '#f2994a',
  '#eb5757',
  '#9b51e0',
  '#00a3a3',
  '#d4a017',
  '#8e8e93',
] as const

type Density = 'comfortable' | 'compact'

const storageKey = 'posthorn.density'
const density = storeOf<Density>('comfortable')

/** Reads this browser's density setting, and puts it into the page, where the style sheets read it. */
export function applyDensity(): void {
  density.set(localStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable')
  document.documentElement.dataset['density'] = density.get()
}

export function chooseDensity(chosen: Density): void {
  localStorage.setItem(storageKey, chosen)
  applyDensity()
}

// A choice in another tab.
addEventListener('storage', applyDensity)

export const useDensity = (): Density => density.use()

const blue: MantineColorsTuple = [
  '#eef4ff',
  '#e2ebfe',
  '#d3e1fd',
  '#8fb2f6',
  '#6c9bf2',
  '#4f87ee',
  '#2f6fe0',
  '#1f5bc4',
  '#184a9f',
  '#133b80',
]

const red: MantineColorsTuple = [
  '#fdeceb',
  '#fbdbd8',
  '#f7bcb7',
  '#f29a93',
  '#e9766d',
  '#dc5349',
  '#c8372d',
  '#b3261e',
  '#931e18',
  '#751712',
]

const slate: MantineColorsTuple = [
  '#e6e8ec',
  '#cdd1d9',
  '#a9afbb',
  '#868d9b',
  '#646b79',
  '#3a404b',
  '#2a2f38',
  '#1d2128',
  '#16191f',
  '#101216',
]

const roles = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-error': 'var(--bad)',
}

/** Returns our colors for components. In a style sheet, they would come before the theme's colors, which would override them. */
export const rolesOfColors: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...roles, '--mantine-color-placeholder': '#6a707c' },
  dark: { ...roles, '--mantine-color-placeholder': '#8f96a3', '--mantine-color-default-border': '#343943' },
})

/** Default props for overlays. Created on each use, because the texts load after this module. */
const closable = () => ({
  overlayProps: { backgroundOpacity: 0.4 },
  closeButtonProps: { 'aria-label': say('word.close'), title: say('word.close') },
})

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 6 },
  colors: { blue, red, dark: slate },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '640' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Menu: { defaultProps: { shadow: 'md', withinPortal: true } },
    Drawer: { defaultProps: closable },
    Modal: { defaultProps: () => ({ centered: true, ...closable() }) },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
})
