import { gdprRequest } from '@signalbox/model/entities/gdpr-request'
import { resourceScreen } from '../../kit/resource-screen.tsx'
import { GdprAbout } from './gdpr-about.tsx'
import { GdprState } from './gdpr-badges.tsx'
import { NewRequest } from './new-request.tsx'

const refusal = (name: string, { type, state }: Readonly<Record<string, unknown>>): string | null =>
  name === 'release' && (type !== 'LEGAL_HOLD' || state === 'DONE')
    ? 'This is not an active legal hold.'
    : null

export const GdprPage = resourceScreen({
  entity: gdprRequest,
  part: 'gdpr',
  purpose: 'Requests to export, erase or keep personal data.',
  columns: [
    'subject',
    'userId',
    'type',
    'state',
    'reason',
    'caseReference',
    'dueAt',
    'executedAt',
    'requestedBy',
    'createdAt',
    'merchantId',
  ],
  cells: { state: GdprState },
  operations: { refusal, without: ['create', 'edit', 'delete'] },
  about: GdprAbout,
  around: { Tools: NewRequest },
})
