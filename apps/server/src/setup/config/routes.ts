import { configCalls } from '@signalbox/model/calls/configuration'
import { config } from '@signalbox/model/entities/config'
import type { Config } from '../../config.ts'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { destinationsOf } from '../../kit/outbound/destinations.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import { secretBox } from '../../kit/secret-box.ts'
import { copyConfig, previewCopy } from './copy-config.ts'
import { offeredForms } from './forms.ts'
import { configHooks, rulesUsing, type ConfigDeps } from './service.ts'
import { documentsBelow, leftWithout } from './store.ts'

export function handlers(
  settings: Pick<Config, 'masterKey' | 'environment' | 'outboundAllow'>,
  told: Pick<ConfigDeps, 'forexSettingsRemoved'>,
): Handler[] {
  const hooks = configHooks({
    box: secretBox(settings.masterKey),
    destinations: destinationsOf(settings),
    ...told,
  })
  const configs = new Resource(config, hooks)
  return [
    ...resourceHandlers(configs),
    handle(configCalls.forms, async (work) => ({ items: await offeredForms(work as Work) })),
    handle(configCalls.below, async (work) => ({
      items: await documentsBelow(
        work.tx,
        work.scope.effective.filter((id) => id !== work.scope.selected),
      ),
    })),
    handle(configCalls.copyPreview, async (work) => ({
      parts: await previewCopy(configs, work as Work, work.body),
    })),
    handle(configCalls.copy, async (work) => ({
      parts: await copyConfig(configs, work as Work, work.body),
    })),
    handle(configCalls.warnings, async (work) => {
      const record = await configs.store(work as Work).get(work.params.id)
      if (record.type !== 'ProviderConfig') return { warnings: [] }
      const { enabled, accounts } = work.body
      const merchants = await leftWithout(work.tx, record, enabled ? accounts : [])
      return {
        warnings: merchants.map(
          ({ id, name }) => `${name} (${id}) is live and would have no payment provider left.`,
        ),
      }
    }),
    handle(configCalls.usedBy, async (work) => ({
      items: await rulesUsing(work, await configs.store(work).get(work.params.id)),
    })),
  ]
}
