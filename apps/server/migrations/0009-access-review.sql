-- Who holds which role since when, and whether somebody has looked at it; named sets of roles to start from.

alter table backoffice_user
  add column preset text,
  add column created_by text,
  add column disabled_by text,
  add column disabled_at timestamptz(3);

-- The roles themselves stand in backoffice_user. These are facts about them: a role without a line here was held
-- before anybody kept account, and a line without its role means nothing.
create table role_grant_fact (
  merchant_id integer not null,
  user_id uuid not null,
  role text not null,
  granted_at timestamptz(3),
  granted_by text,
  last_used_at timestamptz(3),
  reviewed_at timestamptz(3),
  reviewed_by text,
  review_note text,
  version integer not null default 1,
  primary key (merchant_id, user_id, role),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);

-- One line for every role somebody holds.
create view role_grant as
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
  coalesce(g.reviewed_by, g.granted_by, 'system') as updated_by
from backoffice_user u
cross join lateral unnest(u.roles) as held (role)
left join role_grant_fact g on g.merchant_id = u.merchant_id and g.user_id = u.id and g.role = held.role
where u.state <> 'DELETED';

-- What the history already knows: the version that first had the role, counted back from now without a gap. Without
-- a version before it, only a record's first one can tell.
insert into role_grant_fact (merchant_id, user_id, role, granted_at, granted_by)
select u.merchant_id, u.id, held.role, since.at, since.by_user
from backoffice_user u
cross join lateral unnest(u.roles) as held (role)
join lateral (
  select v.version, v.at, v.by_user
  from record_version v
  where v.merchant_id = u.merchant_id and v.entity = 'user' and v.record_id = u.id::text
    and v.record -> 'roles' ? held.role
    and v.version > coalesce((
      select max(w.version) from record_version w
      where w.merchant_id = u.merchant_id and w.entity = 'user' and w.record_id = u.id::text
        and not w.record -> 'roles' ? held.role), 0)
  order by v.version
  limit 1
) since on true
where since.version = 1 or exists (
  select 1 from record_version w
  where w.merchant_id = u.merchant_id and w.entity = 'user' and w.record_id = u.id::text and w.version < since.version);

create table role_preset (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  name text not null,
  description text,
  roles text[] not null,
  required_actions text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  unique (merchant_id, name)
);
