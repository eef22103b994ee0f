/** What reports may read from, as made by the migrations. */
export const reportViews = ['v_merchants', 'v_users', 'v_audit'] as const
