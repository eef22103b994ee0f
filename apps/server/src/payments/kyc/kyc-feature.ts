import type { Feature } from '../../kit/feature.ts'
import type { RuleSource } from '../core/flow/ask-rules.ts'
import { handlers } from './routes.ts'

/** What checks of users found, and what the KYC team makes of it. */
export const kycFeature = (rules: RuleSource): Feature => ({ name: 'kyc', handlers: handlers(rules) })
