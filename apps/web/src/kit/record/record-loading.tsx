import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'

/** Where a record or its form will be. */
export const recordLoading = (
  <Skeleton>
    <SkeletonLines lines={8} />
  </Skeleton>
)
