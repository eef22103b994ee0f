import type { schemeToken } from '@signalbox/model/entities/scheme-token'
import type { RecordOf } from '@signalbox/model/field/entity'
import type { Resource } from '../../kit/resource.ts'

export type Onboarding = RecordOf<typeof schemeToken>
export type OnboardingResource = Resource<typeof schemeToken>
