import { rulesHubCalls } from '@signalbox/model/calls/rules-hub'
import { handle, type Handler } from '../../kit/handle.ts'
import type { CompiledVersions } from '../../setup/ruleset/read-model.ts'
import { matchPayments } from './match-payments.ts'

export const handlers = (versions: CompiledVersions): Handler[] => [
  handle(rulesHubCalls.match, async (work) => ({ items: await matchPayments(work, versions, work.body) })),
]
