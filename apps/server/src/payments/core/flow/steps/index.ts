import type { FlowStep, StepName } from '../step.ts'
import { approval } from './approval.ts'
import { authorize } from './authorize.ts'
import { blocks, recheck } from './blocks.ts'
import { cancel } from './cancel.ts'
import { childApproval, childCheck, childFinish, childSubmit } from './child.ts'
import { convert } from './convert.ts'
import { enrich } from './enrich.ts'
import { fallback } from './fallback.ts'
import { finish } from './finish.ts'
import { fraud } from './fraud.ts'
import { kyc, kycResult } from './kyc.ts'
import { limits } from './limits.ts'
import { networkToken } from './network-token.ts'
import { offer } from './offer.ts'
import { price } from './price.ts'
import { register } from './register.ts'
import { route } from './route.ts'
import { submit } from './submit.ts'
import { threeDs, threeDsResult } from './three-ds.ts'
import { transfer } from './transfer.ts'
import { verify } from './verify.ts'

/** Every step a payment may take. The name is what its row says comes next. */
export const flowSteps: Readonly<Record<StepName, FlowStep>> = {
  register,
  verify,
  enrich,
  offer,
  blocks,
  kyc,
  'kyc-result': kycResult,
  limits,
  route,
  fraud,
  price,
  convert,
  authorize,
  approval,
  recheck,
  'three-ds': threeDs,
  'three-ds-result': threeDsResult,
  'network-token': networkToken,
  submit,
  fallback,
  transfer,
  cancel,
  finish,
  'child-check': childCheck,
  'child-approval': childApproval,
  'child-submit': childSubmit,
  'child-finish': childFinish,
}
