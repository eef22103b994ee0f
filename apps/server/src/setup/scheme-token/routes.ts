import { schemeTokenCalls } from '@signalbox/model/calls/scheme-token'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { schemeTokens, type SchemeTokenDeps } from './service.ts'
import { startOnboarding } from './start.ts'
import { tokenPsps } from './read-model.ts'

export function handlers(deps: SchemeTokenDeps): Handler[] {
  const resource = schemeTokens(deps)
  return [
    ...resourceHandlers(resource),
    handle(schemeTokenCalls.start, (work) => startOnboarding(resource, work as Work, work.body)),
    handle(schemeTokenCalls.psps, async ({ tx }) => {
      const able = (await tokenPsps(tx)).filter(({ connector }) => deps.takesTokens(connector))
      return { items: able.map(({ psp, name }) => ({ psp, name })) }
    }),
  ]
}
