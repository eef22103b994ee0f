import type { Work } from '../../kit/handle.ts'
import { restrictedFrom } from '../../payments/gdpr/read-model.ts'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import type { LogReader } from './store.ts'

/** The log as the caller may read it. */
export const logReader = async (work: Pick<Work, 'tx' | 'user' | 'deps' | 'scope'>): Promise<LogReader> => ({
  tx: work.tx,
  auditKey: work.deps.auditKey,
  hidden: await hiddenFrom(work, work.scope.effective),
  restricted: await restrictedFrom(work.tx, work.user.roles),
})
