import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { chooseOnEnter, noteEntry, selectOnEntry, selectText } from './choose-on-enter.ts'
import { rankOptions } from './rank-options.ts'

/** Every colour, size and distance of the console. Stylesheets read them as custom properties, never as values. */

const grey: MantineColorsTuple = [
  '#f6f7f9',
  '#eef0f3',
  '#e3e6eb',
  '#d3d8df',
  '#b4bbc6',
  '#868f9d',
  '#6b7483',
  '#5b6472',
  '#333a45',
  '#1a1d23',
]

/** The dark theme's own ramp: text first, then lines, then surfaces from raised to sunken. */
const dark: MantineColorsTuple = [
  '#e4e7ec',
  '#c2c8d1',
  '#98a1b0',
  '#7f8999',
  '#3a414e',
  '#2a2f39',
  '#1d2129',
  '#161920',
  '#0f1115',
  '#0a0c0f',
]

const indigo: MantineColorsTuple = [
  '#eef0ff',
  '#dfe3ff',
  '#c3caff',
  '#a3adfd',
  '#8189f8',
  '#6a6cf0',
  '#5856e6',
  '#4a45d1',
  '#3f3ab5',
  '#332f8f',
]

/** Dark enough to carry white text, and to be text, in the shades both themes use. */
const red: MantineColorsTuple = [
  '#fff0f0',
  '#fde2e3',
  '#f9c6c8',
  '#f4a3a6',
  '#ef8084',
  '#e35a5f',
  '#d13a40',
  '#c0262d',
  '#a01f26',
  '#7d181e',
]

/** Fixed measures of the frame. */
const framePx = { sidebar: 255, sidebarIcons: 60, header: 64, footer: 30, banner: 34 } as const

const closeLabel = { closeButtonProps: { 'aria-label': 'Close' } }
const lightOverlay = { overlayProps: { backgroundOpacity: 0.3 } }
const quietTransition = { transitionProps: { duration: 120 } }

/** Typing and Enter chooses the best answer. */
const choosing = {
  size: 'sm',
  checkIconPosition: 'right',
  filter: rankOptions,
  searchable: true,
  onKeyDownCapture: chooseOnEnter,
  onFocusCapture: selectText,
  onMouseDownCapture: noteEntry,
  onClickCapture: selectOnEntry,
} as const

export const theme = createTheme({
  colors: { gray: grey, dark, indigo, red },
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, SFMono-Regular, Menlo, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  breakpoints: { xs: '36em', sm: '48em', md: '61.875em', lg: '80em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'never',
  components: {
    Modal: { defaultProps: { ...closeLabel, ...quietTransition, ...lightOverlay, shadow: 'lg' } },
    Drawer: { defaultProps: { ...closeLabel, ...quietTransition, ...lightOverlay, shadow: 'lg' } },
    // The placeholder it would focus first is nothing a menu may hold; the first item is.
    Menu: {
      defaultProps: { ...quietTransition, shadow: 'md', radius: 'lg', withInitialFocusPlaceholder: false },
    },
    Popover: { defaultProps: { ...quietTransition, shadow: 'md', radius: 'lg' } },
    // Hundreds of countries behind a closed select would weigh down every form.
    Combobox: { defaultProps: { keepMounted: false } },
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: choosing },
    MultiSelect: { defaultProps: choosing },
    SegmentedControl: { defaultProps: { size: 'sm' } },
    Switch: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { size: 'sm' } },
    Radio: { defaultProps: { size: 'sm' } },
    Loader: { defaultProps: { size: 'sm' } },
  },
})

/** Text and background of each tone: a status, a banner, a message. */
const lightTones = {
  positive: ['#0f7a43', '#e7f6ed'],
  active: ['#1a5fc4', '#e8f1fd'],
  neutral: ['#4b5563', '#eef0f3'],
  input: ['#0b7285', '#e3f6f9'],
  attention: ['#8a5300', '#fff4e0'],
  negative: ['#c0262d', '#fdecec'],
  split: ['#a3158a', '#fceafa'],
  off: ['#5b6472', '#eef0f3'],
} as const

const darkTones = {
  positive: ['#5ad08c', '#12281d'],
  active: ['#7fb2ff', '#14243d'],
  neutral: ['#b3bbc7', '#262b35'],
  input: ['#5cc9dc', '#0f2a30'],
  attention: ['#f2b24d', '#33260f'],
  negative: ['#ff8f8f', '#3a1a1c'],
  split: ['#f08fdd', '#37152f'],
  off: ['#98a1b0', '#262b35'],
} as const

export type Tone = keyof typeof lightTones

const toneVariables = (tones: Record<Tone, readonly [string, string]>) =>
  Object.fromEntries(
    Object.entries(tones).flatMap(([name, [ink, tint]]) => [
      [`--tone-${name}`, ink],
      [`--tone-${name}-tint`, tint],
    ]),
  )

/**
 * Series of charts, in this order everywhere. Any two of them can be told apart also by people who see no red, green or
 * blue, and each stands out from a card: `theme.test.ts` measures both.
 */
const lightSeries = [
  '#4a45d1',
  '#2f9ea2',
  '#967b01',
  '#f0566e',
  '#0c78d6',
  '#7a1257',
  '#944e3b',
  '#1a4203',
] as const
const darkSeries = [
  '#8189f8',
  '#1ef6fc',
  '#ebba11',
  '#f87c7f',
  '#61c1f6',
  '#a85383',
  '#df4a03',
  '#adf79f',
] as const

const seriesVariables = (series: readonly string[]) =>
  Object.fromEntries(series.map((color, index) => [`--chart-${index + 1}`, color]))

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--sidebar-width': `${framePx.sidebar}px`,
    '--sidebar-icons-width': `${framePx.sidebarIcons}px`,
    '--header-height': `${framePx.header}px`,
    '--footer-height': `${framePx.footer}px`,
    '--banner-height': `${framePx.banner}px`,
    '--row-compact': '28px',
    '--row-normal': '36px',
    '--row-roomy': '48px',
  },
  light: {
    '--surface-page': grey[0],
    '--surface-card': '#ffffff',
    '--surface-raised': '#ffffff',
    '--surface-sunken': grey[1],
    '--surface-hover': '#f1f3f6',
    '--surface-selected': indigo[0],
    '--skeleton': grey[2],
    '--line': grey[2],
    '--line-strong': grey[3],
    '--ink': grey[9],
    '--ink-muted': grey[7],
    '--accent': indigo[7],
    '--accent-ink': indigo[7],
    '--accent-tint': indigo[0],
    '--focus-ring': indigo[6],
    '--mantine-color-text': grey[9],
    '--mantine-color-dimmed': grey[7],
    '--mantine-color-placeholder': grey[6],
    '--mantine-color-anchor': indigo[7],
    '--mantine-color-error': '#c0262d',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default-border': grey[3],
    '--mantine-color-default-hover': '#f1f3f6',
    '--chart-few': grey[4],
    '--chart-on-strong': '#ffffff',
    ...seriesVariables(lightSeries),
    ...toneVariables(lightTones),
  },
  dark: {
    '--surface-page': dark[8],
    '--surface-card': dark[7],
    '--surface-raised': dark[6],
    '--surface-sunken': '#12151a',
    '--surface-hover': '#1c2027',
    '--surface-selected': '#1f2140',
    '--skeleton': dark[5],
    '--line': dark[5],
    '--line-strong': dark[4],
    '--ink': dark[0],
    '--ink-muted': dark[2],
    '--accent': indigo[5],
    '--accent-ink': indigo[3],
    '--accent-tint': '#1b1d36',
    '--focus-ring': indigo[4],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[3],
    '--mantine-color-anchor': indigo[3],
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-body': dark[7],
    '--mantine-color-default-border': dark[4],
    '--chart-few': dark[3],
    '--chart-on-strong': dark[9],
    ...seriesVariables(darkSeries),
    ...toneVariables(darkTones),
  },
})
