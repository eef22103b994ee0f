import type { WidgetId } from '@signalbox/model/calls/home'

const gapPx = 16
const narrowestPx = 400

/**
 * About how high the cards are with an ordinary day in them. Which column a card stands in follows from these and never
 * from what is in it: a card that grows does not send others across the page.
 */
const usualPx: Readonly<Record<WidgetId, number>> = {
  inbox: 440,
  search: 120,
  approvals: 160,
  decisions: 240,
  cases: 160,
  kyc: 110,
  settlements: 110,
  books: 220,
  invoices: 110,
  store: 110,
  incidents: 130,
  alerts: 240,
  clients: 260,
  news: 200,
  volume: 420,
  health: 330,
  users: 110,
  account: 100,
  audit: 130,
  jobs: 320,
  changes: 240,
}

/** Cards of people to whom work comes; the inbox of anybody else has hardly anything in it. */
const ofWork: readonly WidgetId[] = [
  'approvals',
  'decisions',
  'cases',
  'kyc',
  'settlements',
  'books',
  'invoices',
  'store',
  'clients',
  'changes',
]
const fewPx = 90

export const usualHeight = (id: WidgetId): number => usualPx[id]

export const columnsIn = (widthPx: number): number =>
  Math.max(1, Math.floor((widthPx + gapPx) / (narrowestPx + gapPx)))

/** Each card goes to the column that ends first, so that reading along the tops is the order people chose. */
export function inColumns<T extends { readonly id: WidgetId }>(cards: readonly T[], count: number): T[][] {
  const hasWork = cards.some(({ id }) => ofWork.includes(id))
  const columns = Array.from({ length: count }, () => ({ cards: new Array<T>(), endPx: 0 }))
  for (const card of cards) {
    const next = columns.reduce((best, column) => (column.endPx < best.endPx ? column : best))
    next.cards.push(card)
    next.endPx += (card.id === 'inbox' && !hasWork ? fewPx : usualPx[card.id]) + gapPx
  }
  return columns.map((column) => column.cards)
}
