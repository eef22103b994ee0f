import { forexRate } from '@signalbox/model/entities/forex-rate'
import { largeChangePercent } from '@signalbox/model/money/rate-change'
import { mayAccess } from '@signalbox/model/access/policy'
import type { Row } from '../../../kit/list/listing.ts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { sessionStore, subjectOf } from '../../../kit/session/session-store.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { ImporterLine } from './importer-line.tsx'
import { rateEdits } from './rate-edits.ts'
import { SaveRates } from './save-rates.tsx'

const PairChart = loadable(async () => (await import('./pair-chart.tsx')).PairChart)

const isDeleted = (row: Row): boolean => row.state === 'DELETED'

function mayEditRates(): boolean {
  const session = sessionStore.get()
  return session !== null && mayAccess('forex-rates.edit', subjectOf(session))
}

export default resourceScreen({
  entity: forexRate,
  purpose: 'Rates that exchange rules go by. A rate set by hand applies before imported ones.',
  columns: [
    'pair',
    'merchantId',
    'rateDate',
    'buyRate',
    'sellRate',
    'source',
    'service',
    'updatedAt',
    'updatedBy',
  ],
  inline: {
    edits: rateEdits,
    names: ['buyRate', 'sellRate'],
    mayEdit: (row) => !isDeleted(row) && mayEditRates(),
  },
  imports: {
    access: 'forex-rates.edit',
    format: 'csv',
    hint: 'The first line must be date;from;to;buy;sell.',
    confirm: ({ rows }) =>
      rows.some(({ action, reasons }) => action !== 'refuse' && reasons.length > 0)
        ? `Import rates that change by more than ${largeChangePercent} %. Give the reason in a second line of the note.`
        : null,
  },
  operations: {
    refusal: (name, row) => {
      if (name === 'restore') return isDeleted(row) ? null : 'This rate is not deleted.'
      return isDeleted(row) ? 'This rate is deleted.' : null
    },
    confirms: { delete: 'It no longer applies. It can be restored for 90 days.' },
  },
  tabs: [{ name: 'chart', label: 'Over time', access: 'forex-rates.view', Content: PairChart }],
  around: { Tools: ImporterLine, Below: SaveRates },
})
