import { cardProviderTypes } from '../../reference/transaction-types.ts'
import type { Dashboard } from '../widget.ts'

export const bin: Dashboard = {
  widgets: [
    {
      title: 'Which PSP is best for which issuer?',
      kind: 'heatmap',
      metrics: ['pspApproval'],
      dimensions: ['issuer', 'psp'],
      filters: { providerType: [...cardProviderTypes] },
      top: 12,
      width: 12,
    },
    {
      title: 'How do BINs do?',
      kind: 'table',
      metrics: ['deposits', 'conversion', 'pspApproval', 'value'],
      dimensions: ['bin6', 'issuer'],
      filters: { providerType: [...cardProviderTypes] },
      top: 30,
      width: 12,
    },
    {
      title: 'Which card brand is approved?',
      kind: 'bar',
      metrics: ['pspApproval'],
      dimensions: ['cardBrand'],
      filters: { providerType: [...cardProviderTypes] },
      top: 8,
    },
    {
      title: 'Credit, debit or prepaid?',
      kind: 'table',
      metrics: ['deposits', 'pspApproval', 'value'],
      dimensions: ['cardType'],
      filters: { providerType: [...cardProviderTypes] },
    },
  ],
}
