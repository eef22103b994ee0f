import { iin } from '@signalbox/model/entities/iin'
import { mayAccess } from '@signalbox/model/access/policy'
import { createInlineEdits } from '../../../kit/inline/inline-edits.ts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { sessionStore, subjectOf } from '../../../kit/session/session-store.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { saveCell } from './save-cell.ts'
import { TestBinButton } from './test-bin-button.tsx'
import { UsedBy } from './used-by.tsx'

const TestBin = loadable(async () => (await import('./test-bin.tsx')).TestBin)
const edits = createInlineEdits()

function mayEditRanges(): boolean {
  const session = sessionStore.get()
  return session !== null && mayAccess('iin.edit', subjectOf(session))
}

export default resourceScreen({
  entity: iin,
  purpose: 'Says which bank issued a card and what kind of card it is, by its first digits.',
  columns: [
    'rangeStart',
    'rangeEnd',
    'merchantId',
    'cardBrand',
    'cardType',
    'countryCode',
    'bankName',
    'cardSubBrand',
    'cardCategory',
    'source',
    'updatedAt',
    'createdAt',
    'state',
  ],
  rowsAreShort: true,
  inline: {
    edits,
    names: ['cardBrand', 'cardType', 'countryCode', 'bankName', 'cardSubBrand', 'cardCategory', 'state'],
    mayEdit: (row) => row.state !== 'DELETED' && mayEditRanges(),
    onCommit: (change) => void saveCell(edits, change),
  },
  imports: {
    access: 'iin.import',
    format: 'csv',
    hint: 'The first line names the columns; rangeStart, rangeEnd and cardBrand are needed. Up to 200,000 ranges.',
  },
  operations: {
    refusal: (_name, row) => (row.state === 'DELETED' ? 'This range is deleted.' : null),
    confirms: { delete: 'Payments no longer use it. Its history is kept.' },
  },
  about: UsedBy,
  around: { Tools: TestBinButton, Overlay: TestBin },
})
