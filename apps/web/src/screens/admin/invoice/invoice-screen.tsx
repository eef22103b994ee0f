import { invoice } from '@signalbox/model/entities/invoice'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { GenerateButton } from './generate-button.tsx'
import { invoiceStakes, operationRefusal, outcome, prefilled } from './invoice-facts.ts'
import { CreditedInvoice, CustomerLink } from './invoice-links.tsx'
import { InvoicePaper } from './invoice-paper.tsx'
import { InvoiceState } from './invoice-state.tsx'

const GenerateDrafts = loadable(async () => (await import('./generate-drafts.tsx')).GenerateDrafts)
const LinesEditor = loadable(async () => (await import('./lines-editor.tsx')).LinesEditor)

export default resourceScreen({
  entity: invoice,
  purpose: 'What customers are billed. Drafts of a month come from its transactions.',
  // What has to be done about it is in sight on a small laptop.
  columns: ['number', 'customerName', 'state', 'gross', 'open', 'dueDate', 'period'],
  cells: {
    state: InvoiceState,
    customerId: CustomerLink,
    creditOf: CreditedInvoice,
    lines: () => 'See the document above',
  },
  form: { editors: { lines: LinesEditor } },
  operations: {
    refusal: operationRefusal,
    asks: prefilled,
    stakes: invoiceStakes,
    outcome,
    without: ['create'],
  },
  about: InvoicePaper,
  around: { Tools: GenerateButton, Overlay: GenerateDrafts },
})
