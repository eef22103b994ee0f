import type { Admission } from '../../../kit/admission.ts'
import type { Database } from '../../../kit/database.ts'
import type { FailpointHook } from '../../../kit/failpoint.ts'
import type { Metrics } from '../../../kit/metrics.ts'
import type { HttpExchange } from '../../../kit/outbound/http-exchange.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { KitDeps } from '../../../kit/unit-of-work.ts'
import type { ExternalServices } from '../../connectors/external-services.ts'
import type { ReferenceData } from '../../reference/reference-data.ts'
import type { TxIds } from '../record/node-lease.ts'
import type { Fingerprint } from '../../vault/fingerprint.ts'
import type { Vault } from '../../vault/vault.ts'
import type { RuleSource } from './ask-rules.ts'
import type { SettingsCache } from './settings-cache.ts'
import type { Timings } from './timings.ts'
import type { Links } from './step-context.ts'

/** All dependencies of the machine. Tests give it other external services, another clock and other times. */
export interface MachineDeps {
  readonly kit: KitDeps
  /** For what is only looked at: whoever asks how payments stand does not queue behind those that are under way. */
  readonly reads: Database
  readonly rules: RuleSource
  /** Told how long each question to a table took. */
  readonly ruleAsked?: (ms: number) => void
  readonly metrics: Metrics
  readonly reference: Pick<ReferenceData, 'cardFacts' | 'placeOf' | 'rates'>
  readonly vault: Vault
  readonly print: Fingerprint
  readonly box: SecretBox
  readonly services: ExternalServices
  /** The way out for what is not a question to any of them: webhooks, queues, the sandbox's own interface. */
  /** For messages about payments, which nobody waits for. */
  readonly exchange: HttpExchange
  readonly timings: Timings
  readonly links: Links
  readonly settings: SettingsCache
  /** Lets payments of the public API begin. */
  readonly admission: Admission
  readonly ids: TxIds & { ready(): Promise<void> }
  /** Merchants that have a document about a PSP, the highest first. */
  readonly configuredMerchants: (psp: string) => Promise<readonly number[]>
  /** Accounts without an address of their own are answered by the sandbox; in production they are not there. */
  readonly production: boolean
  /** Called between an effect and its record, where tests crash the process. */
  readonly failpoint: FailpointHook
}
