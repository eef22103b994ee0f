-- A role that waited for a second person was given by whoever confirmed it; the review also wants to know who asked for it.
alter table role_grant_fact add column requested_by text;
create or replace view role_grant as
select
  u.merchant_id,
  u.id::text || ':' || held.role as id,
  u.id::text as user_id,
  u.username,
  coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name,
  held.role,
  coalesce(g.granted_at, u.created_at)::timestamptz(3) as granted_at,
  g.granted_by,
  g.last_used_at,
  g.reviewed_at,
  g.reviewed_by,
  g.review_note,
  u.state,
  u.last_login,
  coalesce(g.version, 1) as version,
  coalesce(g.granted_at, u.created_at)::timestamptz(3) as created_at,
  coalesce(g.reviewed_at, g.granted_at, u.created_at)::timestamptz(3) as updated_at,
  coalesce(g.reviewed_by, g.granted_by, 'system') as updated_by,
  g.requested_by
from backoffice_user u
cross join lateral unnest(u.roles) as held (role)
left join role_grant_fact g on g.merchant_id = u.merchant_id and g.user_id = u.id and g.role = held.role
where u.state <> 'DELETED';
