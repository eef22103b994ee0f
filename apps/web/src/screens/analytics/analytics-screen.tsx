import type { DashboardId } from '@signalbox/model/analytics/dashboards/titles'
import type { ComponentType } from 'react'
import { DashboardPage } from './dashboard-page.tsx'

/** The page of one dashboard. */
export const analyticsScreen =
  (id: DashboardId): ComponentType =>
  () => <DashboardPage id={id} />
