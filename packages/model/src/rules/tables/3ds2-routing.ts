import { bankColumns, routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { weight } from './shared-outputs.ts'

export const threeDsRouting = decisionTable({
  number: 'T23',
  tag: '3D',
  slug: '3ds2-routing',
  route: '/routing/3ds2-routing',
  title: '3DS2 routing',
  purpose: 'Chooses the 3DS server for a card payment, and whether to ask for a challenge or an exemption.',
  category: 'Routing',
  hitPolicy: 'FIRST_WEIGHTED',
  steps: ['D13'],
  // Asked for cards only, which have no bank account.
  conditions: routedPaymentColumns.filter((key) => !bankColumns.includes(key)),
  outputs: [
    {
      key: 'mpi',
      label: '3DS server',
      type: 'CHOICE',
      help: 'Blank if the PSP runs 3-D Secure itself',
      catalogue: 'mpi',
    },
    { key: 'mpiAccount', label: '3DS account', type: 'STRING' },
    {
      key: 'challenge',
      label: 'Challenge',
      type: 'CHOICE',
      default: 'NO_PREFERENCE',
      options: {
        NO_PREFERENCE: 'No preference',
        NO_CHALLENGE: 'No challenge',
        PREFER: 'Prefer a challenge',
        MANDATE: 'Always challenge',
      },
    },
    {
      key: 'exemption',
      label: 'Exemption',
      type: 'CHOICE',
      default: 'NONE',
      options: {
        NONE: 'None',
        LOW_VALUE: 'Low value',
        TRA: 'Transaction risk analysis',
        TRUSTED: 'Trusted beneficiary',
        CORPORATE: 'Corporate payment',
        MIT: 'Merchant initiated',
        ONE_LEG_OUT: 'Issuer outside the EEA',
      },
    },
    {
      key: 'ifNotSupported',
      label: 'If not supported',
      type: 'CHOICE',
      default: 'CONTINUE_NON_3DS',
      options: { CONTINUE_NON_3DS: 'Continue without 3-D Secure', DECLINE: 'Decline' },
    },
    weight,
  ],
  declines: ['ERR_DECLINED_3D_AUTHENTICATION_FAILED'],
  onNoMatch: 'No 3-D Secure is used.',
})
