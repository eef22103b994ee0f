import type { KitDeps } from './kit/unit-of-work.ts'
import { seedDefaultMessages } from './setup/message/seed-messages.ts'
import { seedDefaultInputs } from './setup/payment-method-input/seed-inputs.ts'
import { seedDefaultTemplates } from './setup/template/seed-templates.ts'

/** What comes with the platform, each once. Tells how much of it came. */
export async function seedDefaults(deps: KitDeps) {
  return {
    templates: await seedDefaultTemplates(deps),
    messages: await seedDefaultMessages(deps),
    inputs: await seedDefaultInputs(deps),
  }
}
