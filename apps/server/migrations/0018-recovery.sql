-- Who asks again gets the first answer byte by byte; jsonb would put its members into another order.
alter table api_request alter column reply type json using reply::json;
