import type { Locator, Page } from '@playwright/test'
import type { Api } from './api.ts'
import { expect } from './test.ts'

/** A row as the API takes it. */
interface Rule {
  readonly id: string
  readonly no: number
  readonly name: string
  readonly note: string
  readonly enabled: boolean
  readonly conditions: Readonly<Record<string, unknown>>
  readonly outputs: Readonly<Record<string, unknown>>
}

interface Revision {
  readonly version: number
  readonly revision: number
  readonly state: string
  readonly rules: readonly Rule[]
}

export interface Ruleset {
  readonly summary: { readonly id: string; readonly name: string }
  readonly active: Revision | null
  readonly open: Revision | null
}

/** Blocks one network. */
export const blockRow = (no: number, network: string, name = `Block ${network}`): Rule => ({
  id: `row-${no}`,
  no,
  name,
  note: '',
  enabled: true,
  conditions: { currency: { op: 'in', values: ['EUR'] }, ipAddress: { op: 'cidr', values: [network] } },
  outputs: { action: 'DECLINE' },
})

/** Begins a ruleset as a draft. */
export const draftRuleset = (
  editor: Api,
  merchantId: number,
  { table, name, rules }: { readonly table: string; readonly name: string; readonly rules: readonly Rule[] },
): Promise<Ruleset> =>
  editor.post(
    '/ruleset',
    {
      table,
      content: {
        name,
        note: '',
        priority: 10,
        inherit: 'OVERRIDABLE',
        enabled: true,
        preconditions: {},
        rules,
      },
      changeNote: 'For a journey',
    },
    { merchantId },
  )

const stepOf = ({ open }: Ruleset) => ({ version: open?.version ?? 0, revision: open?.revision ?? 0 })

/** Submits a draft as one person and approves it as others, as many as it needs. */
export async function putIntoEffect(
  editor: Api,
  approvers: Api | readonly Api[],
  draft: Ruleset,
): Promise<Ruleset> {
  const at = `/ruleset/${draft.summary.id}`
  let ruleset = await editor.post<Ruleset>(`${at}/submit`, stepOf(draft))
  for (const approver of [approvers].flat())
    if (ruleset.open) ruleset = await approver.post<Ruleset>(`${at}/approve`, stepOf(ruleset))
  return ruleset
}

export const readRuleset = (api: Api, id: string): Promise<Ruleset> => api.get(`/ruleset/${id}`)

/** The screen of a decision table. */
export class DecisionTablePage {
  readonly page: Page
  readonly grid: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid')
  }

  async open(route: string): Promise<void> {
    await this.page.goto(route)
    await expect(this.grid).toBeVisible()
  }

  row(name: string): Locator {
    return this.grid.getByRole('row').filter({ has: this.page.getByRole('gridcell', { name, exact: true }) })
  }

  /** Puts text on the clipboard and presses the keys; nothing but the grid sees where it comes from. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((content) => navigator.clipboard.writeText(content), text)
    await this.page.keyboard.press('ControlOrMeta+V')
  }

  /**
   * Scrolls to the end and back in leaps, one in each frame. A gap is a place in sight at which, when the frame is
   * drawn, there is no line with something in it.
   */
  scrollThroughAndBack(leaps: number): Promise<{ frames: number; gaps: readonly string[] }> {
    return this.grid.evaluate(async (grid, count) => {
      const gaps: string[] = []
      let frames = 0
      const nextFrame = () => new Promise(requestAnimationFrame)
      const { left, top, bottom } = grid.getBoundingClientRect()
      const headerPx = 60
      const look = () => {
        for (let y = top + headerPx; y < bottom - 4; y += 12) {
          const line = document.elementFromPoint(left + 150, y)?.closest('[data-line]')
          if (!line?.textContent) gaps.push(`${Math.round(y)} at ${grid.scrollTop}`)
        }
      }
      const end = grid.scrollHeight - grid.clientHeight
      for (let leap = 1; leap <= 2 * count; leap++) {
        grid.scrollTop = (end * Math.min(leap, 2 * count - leap)) / count
        await nextFrame()
        // Scrolling is told to the page before its callbacks of the next frame run: what is here now is drawn.
        look()
        frames++
      }
      return { frames, gaps }
    }, leaps)
  }
}
