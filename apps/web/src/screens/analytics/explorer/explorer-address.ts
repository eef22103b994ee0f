export const listPath = '/os_analytics/overview'
export const newPath = '/os_analytics/new'
export const dashboardPath = (id: string): string => `/os_analytics/${id}`
