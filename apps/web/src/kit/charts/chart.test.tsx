import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChartColumn, ChartData } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import { Chart } from './chart.tsx'
import { drawings } from './drawings.ts'
import { SmallMultiplesDrawing } from './small-multiples-drawing.tsx'

const column = (key: string, label: string): ChartColumn => ({
  key,
  label,
  color: 'red',
  format: (value) => `${(value * 100).toFixed(1)} %`,
  axis: (value) => `${Math.round(value * 100)} %`,
  isShare: true,
})

const data: ChartData = {
  rowTitle: 'Day',
  columns: [column('acme', 'Acme Cards'), column('nord', 'Nordbank')],
  rows: [
    { key: '1', label: '2026-11-16', cells: { acme: { value: 0.812, n: 400 }, nord: { value: null } } },
    {
      key: '2',
      label: '2026-11-17',
      cells: { acme: { value: 0.5, n: 10, low: 0.24, high: 0.76 }, nord: { value: 0.9, n: 90 } },
    },
  ],
}

afterEach(cleanup)

const said = () => screen.getByRole('status').textContent

describe('a chart', () => {
  it('reads its figures out by arrow keys and opens the one it is on', async () => {
    const user = userEvent.setup()
    const onOpen = vi.fn<(row: unknown, column: unknown) => void>()
    render(<Chart kind="bar" label="Approval" data={data} onOpen={onOpen} />)
    screen.getByRole('application').focus()
    await user.keyboard('{Home}')
    expect(said()).toBe('2026-11-16, Acme Cards: 81.2 %')
    await user.keyboard('{ArrowRight}')
    expect(said()).toBe('2026-11-16, Nordbank: –')
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(said()).toBe('2026-11-17, Nordbank: 90.0 %')
    await user.keyboard('{Enter}')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(data.rows[1], data.columns[1])
  })

  it('says of few payments how many they are and how far the truth may be', async () => {
    const user = userEvent.setup()
    render(<Chart kind="bar" label="Approval" data={data} />)
    screen.getByRole('application').focus()
    await user.keyboard('{End}')
    expect(said()).toBe('2026-11-17, Acme Cards: 50.0 % (10 payments, 95 % interval 24.0 % to 76.0 %)')
  })

  it('leaves out what its legend switches off, and never everything', async () => {
    const user = userEvent.setup()
    render(<Chart kind="bar" label="Approval" data={data} />)
    const [acme, nord] = within(screen.getByRole('list')).getAllByRole('button')
    await user.click(acme as HTMLElement)
    expect(acme?.getAttribute('aria-pressed')).toBe('false')
    screen.getByRole('application').focus()
    await user.keyboard('{End}')
    expect(said()).toBe('2026-11-17: 90.0 %')
    await user.click(nord as HTMLElement)
    expect(nord?.getAttribute('aria-pressed')).toBe('true')
  })
})

describe('a chart on paper', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is drawn before the browser takes its picture, also where nobody scrolled to it', async () => {
    class NeverInSight {
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', NeverInSight)
    await drawings.bar.preload()
    const { container } = render(<Chart kind="bar" label="Approval" data={data} />)
    expect(container.querySelector('svg')).toBeNull()
    let isDrawn = false
    act(() => {
      window.dispatchEvent(new Event('beforeprint'))
      isDrawn = container.querySelector('svg') !== null
    })
    expect(isDrawn).toBe(true)
  })

  it.each(['bar', 'funnel', 'pie', 'heatmap', 'multiples', 'waterfall', 'map'] as const)(
    'shrinks to its width, drawn as %s',
    async (kind) => {
      const Drawing = drawings[kind]
      await Drawing.preload()
      const still = { cursor: null, onCursor: () => {}, onOpen: undefined, markers: [] }
      const { container } = render(<Drawing data={data} widthPx={900} heightPx={140} {...still} />)
      const svg = container.querySelector('svg')
      const [width, height] = [svg?.getAttribute('width'), svg?.getAttribute('height')]
      expect(Number(width)).toBe(900)
      expect(Number(height)).toBeGreaterThan(0)
      expect(svg?.getAttribute('viewBox')).toBe(`0 0 ${width} ${height}`)
    },
  )
})

describe('what changed meanwhile', () => {
  const markers = [
    { rowKey: '2', label: 'Activate: routing' },
    { rowKey: 'before', label: 'Update: limits' },
  ]
  const still = { cursor: null, onCursor: () => {}, onOpen: undefined, markers }

  it.each(['line', 'area'] as const)('is marked on the day it changed, drawn as %s', async (kind) => {
    const Drawing = drawings[kind]
    await Drawing.preload()
    const { container } = render(<Drawing data={data} widthPx={900} heightPx={240} {...still} />)
    const marks = [...container.querySelectorAll('text')].filter(({ textContent }) => textContent === '▼')
    expect(marks).toHaveLength(1)
  })

  it('is marked in each of small charts side by side', () => {
    const { container } = render(
      <SmallMultiplesDrawing data={data} widthPx={900} heightPx={140} {...still} />,
    )
    const marks = [...container.querySelectorAll('[data-marker]')]
    expect(marks.map((mark) => mark.getAttribute('data-marker'))).toEqual(
      data.columns.map(() => 'Activate: routing'),
    )
  })

  it('is read out with the figures of its day', async () => {
    const user = userEvent.setup()
    await drawings.line.preload()
    render(<Chart kind="line" label="Approval" data={data} markers={markers} />)
    screen.getByRole('application').focus()
    await user.keyboard('{End}')
    expect(said()).toContain('Activate: routing')
  })
})

describe('the table of a chart', () => {
  it('has every figure of it, and the interval of a share of few payments', () => {
    render(<ChartTable label="Approval" data={data} />)
    const cells = screen
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
    expect(cells).toEqual([
      ['Day', 'Acme Cards', 'Nordbank'],
      ['2026-11-16', '81.2 %', '–'],
      ['2026-11-17', '50.0 %24–76 % of 10', '90.0 %'],
    ])
  })
})

describe('small multiples', () => {
  it('tell the share of the whole period, and of few payments only between which shares it lies', () => {
    const rows = data.rows.map((row, at) => ({
      ...row,
      cells: { ...row.cells, store: at === 0 ? { value: 1, n: 6, low: 0.61, high: 1 } : undefined },
    }))
    const few = { ...data, rows, columns: [...data.columns, column('store', 'Store')] }
    const still = { cursor: null, onCursor: () => {}, onOpen: undefined, markers: [] }
    const { container } = render(<SmallMultiplesDrawing data={few} widthPx={900} heightPx={140} {...still} />)
    const titles = [...container.querySelectorAll('text[y="14"]')].map(({ textContent }) => textContent)
    expect(titles).toEqual(['Acme Cards', '80 %', 'Nordbank', '90 %', 'Store', '61–100 % of 6'])
  })
})
