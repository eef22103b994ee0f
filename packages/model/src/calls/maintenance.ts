import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { endpoint } from '../field/endpoint.ts'
import { maintenance, maintenanceMethods, maintenanceModes } from '../entities/maintenance.ts'
import { oneOf } from '../field/one-of.ts'
import { bulkEndpoint, operationEndpoints, resourceEndpoints } from '../field/resource.ts'

/** A window in force for the selected merchant, its own or from above. */
const window = named(
  'MaintenanceWindow',
  z.object({
    id: z.string(),
    title: z.string(),
    startAt: z.string(),
    endAt: z.nullable(z.string()),
    merchantId: z.number(),
  }),
)

const short = z.optional(z.nullable(z.string().check(z.maxLength(40))))

const pspMaintenance = z.object({
  psp: z.string(),
  name: z.string(),
  mode: oneOf({ ...maintenanceModes, NO_PLANNED_MAINTENANCE: 'None planned' }),
  /** The window that is in force, or the next one. */
  window: z.nullable(window),
})
/** How a PSP stands for the selected merchant and those below it. */
export type PspMaintenance = z.infer<typeof pspMaintenance>

export const maintenanceCalls = {
  ...resourceEndpoints(maintenance),
  bulk: bulkEndpoint(maintenance),
  ...operationEndpoints(maintenance),
  check: endpoint('POST /maintenance/check', {
    tag: maintenance.plural,
    summary: 'Payments that would have no route during a window',
    access: 'maintenance.view',
    effect: 'read',
    body: z.strictObject({
      providerType: short,
      psp: short,
      service: short,
      method: z.optional(z.enum(Object.keys(maintenanceMethods))),
    }),
    reply: z.object({ warnings: z.array(z.string()) }),
  }),
  current: endpoint('GET /maintenance/current', {
    tag: maintenance.plural,
    summary: 'Windows in force for the selected merchant, its own and those above',
    access: 'maintenance.view',
    reply: z.object({ items: z.array(window) }),
  }),
  overview: endpoint('GET /maintenance/overview', {
    tag: maintenance.plural,
    summary: 'Every PSP with the window it is in, or the next one',
    access: 'maintenance.view',
    reply: z.object({
      items: z.array(pspMaintenance),
    }),
  }),
}
