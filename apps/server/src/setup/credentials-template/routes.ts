import { credentialsTemplateCalls } from '@signalbox/model/calls/configuration'
import { credentialsTemplate } from '@signalbox/model/entities/credentials-template'
import { handle, type Handler } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import { templateHooks } from './service.ts'

export function handlers(): Handler[] {
  const templates: Resource<typeof credentialsTemplate> = new Resource(
    credentialsTemplate,
    templateHooks(() => templates),
  )
  return [
    ...resourceHandlers(templates),
    handle(credentialsTemplateCalls.nextVersion, async (work) => {
      const { psp, fields } = await templates.store(work).get(work.params.id)
      return templates.create(work, { psp, fields, note: work.body.note })
    }),
  ]
}
