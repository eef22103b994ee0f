-- Pages somebody looks at before a template is saved, served under a policy of their own. Worth nothing a few minutes
-- later, hence not logged.
create unlogged table template_preview (
  merchant_id integer not null,
  id uuid not null,
  user_id uuid not null,
  content text not null,
  expires_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index template_preview_expiry on template_preview (expires_at);
