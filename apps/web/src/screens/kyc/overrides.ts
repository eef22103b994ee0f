import type { KycDocument, KycOverride } from '@signalbox/model/kyc/kyc-status'
import type { Row } from '../../kit/list/listing.ts'

/** What people changed by hand, the first first. */
export const overridesOf = ({ overrides }: Row): readonly KycOverride[] =>
  Array.isArray(overrides) ? (overrides as KycOverride[]) : []

export const documentsOf = ({ documents }: Row): readonly KycDocument[] =>
  Array.isArray(documents) ? (documents as KycDocument[]) : []
