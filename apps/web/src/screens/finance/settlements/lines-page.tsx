import { settlementLine } from '@signalbox/model/entities/settlement-line'
import { Link } from '@tanstack/react-router'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { Differences, LineStatus } from './batch-cells.tsx'
import { lineRefusal } from './batch-rules.ts'
import { Payment } from './payment-link.tsx'
import { PageTools } from './page-tools.tsx'
import { lineStakes } from './stakes.ts'

/** Leads to the batch a line is of. */
function OfBatch({ value }: { readonly value: unknown }) {
  if (typeof value !== 'string') return null
  return (
    <Link
      to="/finance/settlements"
      search={{ id: value } as never}
      onClick={(event) => event.stopPropagation()}
    >
      Open batch
    </Link>
  )
}

/** The lines of all batches, for whoever works through what is to be decided. */
export const LinesPage = resourceScreen({
  entity: settlementLine,
  part: 'lines',
  purpose: 'The lines of all settlement files, each compared with its payment.',
  columns: [
    'bookedAt',
    'matchStatus',
    'differences',
    'batch',
    'gross',
    'expected',
    'txId',
    'fees',
    'expectedFee',
    'type',
    'merchantRef',
    'pspRefId',
  ],
  cards: ['matchStatus', 'differences', 'gross', 'expected', 'batch', 'bookedAt'],
  cells: {
    matchStatus: LineStatus,
    differences: Differences,
    batch: OfBatch,
    txId: ({ row }) => <Payment line={row} />,
  },
  operations: { refusal: lineRefusal, stakes: lineStakes, without: ['create', 'edit', 'delete'] },
  around: { Tools: PageTools },
})
