import { bankColumns, routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { weight } from './shared-outputs.ts'

export const threeDsFallback = decisionTable({
  number: 'T24',
  tag: '3F',
  slug: '3ds2-fallback',
  route: '/routing/3ds2-fallback',
  title: '3DS2 fallback',
  purpose: 'Decides what happens when 3-D Secure fails, or when the issuer asks for it afterwards.',
  category: 'Routing',
  hitPolicy: 'FIRST_WEIGHTED',
  steps: ['D13'],
  // Asked again after an issuer declined for want of authentication.
  alsoKnown: ['scaRequired'],
  conditions: [
    ...routedPaymentColumns.filter((key) => !bankColumns.includes(key)),
    'threeDsResult',
    'mpi',
    'scaRequired',
  ],
  outputs: [
    {
      key: 'outcome',
      label: 'Outcome',
      type: 'CHOICE',
      required: true,
      options: {
        RETRY: 'Try another 3DS server',
        CONTINUE_NON_3DS: 'Continue without 3-D Secure',
        DECLINE: 'Decline',
        STEP_UP: 'Try again with a challenge',
      },
    },
    {
      key: 'mpiFallback',
      label: 'Next 3DS server',
      type: 'CHOICE',
      requiredWhen: { output: 'outcome', is: 'RETRY' },
      catalogue: 'mpi',
    },
    { key: 'mpiAccount', label: '3DS account', type: 'STRING' },
    weight,
  ],
  declines: ['ERR_DECLINED_3D_VALIDATION_FAILED', 'ERR_DECLINED_3D_EXPIRED'],
  onNoMatch: 'A payment that failed 3-D Secure is declined.',
})
