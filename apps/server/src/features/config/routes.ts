import { configCalls } from '@signalbox/model/calls/configuration'
import { config } from '@signalbox/model/entities/config'
import { handle, type Handler } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import { secretBox } from '../../kit/secret-box.ts'
import { configForms } from './forms.ts'
import { configHooks, rulesUsing } from './service.ts'

export function handlers({ masterKey }: { readonly masterKey: Buffer }): Handler[] {
  const configs = new Resource(config, configHooks(secretBox(masterKey)))
  return [
    ...resourceHandlers(configs),
    handle(configCalls.forms, async (work) => ({ items: await configForms(work.tx) })),
    handle(configCalls.usedBy, async (work) => ({
      items: await rulesUsing(work, await configs.store(work).get(work.params.id)),
    })),
  ]
}
