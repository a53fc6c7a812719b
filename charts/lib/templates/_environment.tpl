{{/* A setting's value as text: YAML reads 1000000 as a float, which would be printed as 1e+06. */}}
{{- define "posthorn.text" -}}
{{- if kindIs "float64" . }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end }}

{{/* Settings of this service: those of all services, its own over them. As YAML. */}}
{{- define "posthorn.config" -}}
{{ merge (deepCopy (.Values.config | default dict)) (.Values.global.config | default dict) | toYaml }}
{{- end }}

{{/* Setting → { name, key } of a Secret: all that is given. As YAML. */}}
{{- define "posthorn.givenSecrets" -}}
{{ merge (deepCopy (.Values.secrets | default dict)) (.Values.global.secrets | default dict) | toYaml }}
{{- end }}

{{/* Those that this service's pods get: its own values, and of the global ones none that only others need. JWT_SECRET where it stands for one that is unset. */}}
{{- define "posthorn.secrets" -}}
{{- $traits := include "posthorn.traits" . | fromYaml -}}
{{- $given := include "posthorn.givenSecrets" . | fromYaml -}}
{{- $held := deepCopy (.Values.secrets | default dict) -}}
{{- range $name, $reference := $given -}}
{{- if not (has $name $traits.secrets.withheld) -}}
{{- $_ := set $held $name $reference -}}
{{- end -}}
{{- end -}}
{{- range $name := $traits.secrets.derived -}}
{{- if and (not (hasKey $held $name)) (hasKey $given "JWT_SECRET") -}}
{{- $_ := set $held "JWT_SECRET" (index $given "JWT_SECRET") -}}
{{- end -}}
{{- end -}}
{{ $held | toYaml }}
{{- end }}

{{/* Setting → { name, key } of a Secret: the files that settings name, its own over those of all services. As YAML. */}}
{{- define "posthorn.files" -}}
{{ merge (deepCopy (.Values.files | default dict)) (.Values.global.files | default dict) | toYaml }}
{{- end }}

{{/* Each file under its setting's name, in one folder; beside it the certificate of an authority of one's own. */}}
{{- define "posthorn.filesVolume" -}}
{{- with .Values.global.privateCA }}
{{- if or .secret .configMap }}
- name: private-ca
  {{- if .secret }}
  secret:
    secretName: {{ .secret }}
  {{- else }}
  configMap:
    name: {{ .configMap }}
  {{- end }}
    items:
      - { key: {{ .key }}, path: ca.crt }
{{- end }}
{{- end }}
{{- with include "posthorn.files" . | fromYaml }}
- name: files
  projected:
    sources:
      {{- range $name, $reference := . }}
      - secret:
          name: {{ $reference.name }}
          items:
            - { key: {{ $reference.key }}, path: {{ $name }} }
      {{- end }}
{{- end }}
{{- end }}

{{- define "posthorn.filesMount" -}}
{{- if or .Values.global.privateCA.secret .Values.global.privateCA.configMap }}
- name: private-ca
  mountPath: /etc/posthorn-ca
  readOnly: true
{{- end }}
{{- if include "posthorn.files" . | fromYaml }}
- name: files
  mountPath: /etc/posthorn
  readOnly: true
{{- end }}
{{- end }}

{{/* The certificate that mail comes in under; else nothing. */}}
{{- define "posthorn.certificateSecret" -}}
{{- if include "posthorn.takesMail" . }}{{ (.Values.smtp.certificate | default dict).secretName | default "" }}{{ end -}}
{{- end }}

{{/* Addresses of the servers that are run for trying out. As YAML. */}}
{{- define "posthorn.trial" -}}
{{- $trial := .Values.global.trial | default dict -}}
{{- if $trial.mongodb }}
MONGODB_URI: mongodb://{{ .Release.Name }}-mongodb:27017/?replicaSet=rs0
{{- end }}
{{- if $trial.nats }}
NATS_URL: nats://{{ .Release.Name }}-nats:4222
{{- end }}
{{- if $trial.valkey }}
REDIS_URL: redis://{{ .Release.Name }}-valkey:6379
{{- end }}
{{- if $trial.temporal }}
TEMPORAL_ADDRESS: {{ .Release.Name }}-temporal:7233
{{- end }}
{{- end }}

{{/* Says what is missing before anything is installed; the services themselves would say it at boot. */}}
{{- define "posthorn.check" -}}
{{- $config := include "posthorn.config" . | fromYaml -}}
{{- $secrets := include "posthorn.givenSecrets" . | fromYaml -}}
{{- $trial := include "posthorn.trial" . | fromYaml -}}
{{- $users := .Values.global.natsUsers | default dict -}}
{{- if and $users.enabled (not $users.secret) -}}
{{- fail "\n\nglobal.natsUsers.secret is missing: the name of a Secret that holds the password of each service's user under the service's name.\n" -}}
{{- end -}}
{{- $production := eq (index $config "NODE_ENV" | default "production") "production" -}}
{{- range $name := list "JWT_SECRET" "MONGODB_URI" "NATS_URL" "REDIS_URL" -}}
{{- if not (or (hasKey $secrets $name) (hasKey $trial $name)) -}}
{{- fail (printf "\n\n%s is missing: give global.secrets.%s the name and the key of a Secret that holds it.\n" $name $name) -}}
{{- end -}}
{{- end -}}
{{- if not (or (hasKey $config "TEMPORAL_ADDRESS") (hasKey $trial "TEMPORAL_ADDRESS")) -}}
{{- fail "\n\nTEMPORAL_ADDRESS is missing: give global.config.TEMPORAL_ADDRESS the host:port of Temporal's frontend.\n" -}}
{{- end -}}
{{- $smtp := (include "posthorn.traits" . | fromYaml).smtp -}}
{{- if and $production (include "posthorn.takesMail" .) $smtp.certificate (not (include "posthorn.certificateSecret" .)) -}}
{{- fail "\n\nsmtp.certificate.secretName is missing: without a certificate the keys of SMTP clients would cross the net in the clear. Name a Secret with tls.crt and tls.key.\n" -}}
{{- end -}}
{{- if $production -}}
{{- if $trial -}}
{{- fail "\n\nglobal.trial runs servers of one pod, without passwords or backups. Production needs servers of your own: leave global.trial out, or set global.config.NODE_ENV to development.\n" -}}
{{- end -}}
{{- $provider := index $config "MAIL_PROVIDER" | default (hasKey $secrets "SMTP_URL" | ternary "smtp" "capture") -}}
{{- if eq $provider "capture" -}}
{{- fail "\n\nMAIL_PROVIDER=capture keeps all mail in the development inbox and is refused in production. Set global.config.MAIL_PROVIDER, and for smtp global.secrets.SMTP_URL.\n" -}}
{{- end -}}
{{- if and (eq $provider "smtp") (not (hasKey $secrets "SMTP_URL")) -}}
{{- fail "\n\nSMTP_URL is missing: MAIL_PROVIDER=smtp needs global.secrets.SMTP_URL, the name and the key of a Secret that holds it.\n" -}}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "posthorn.environment" -}}
{{- $config := include "posthorn.config" . | fromYaml -}}
{{- $trial := include "posthorn.trial" . | fromYaml -}}
{{- $secrets := include "posthorn.secrets" . | fromYaml -}}
{{- $given := include "posthorn.givenSecrets" . | fromYaml -}}
{{- $users := .Values.global.natsUsers | default dict -}}
{{- $files := include "posthorn.files" . | fromYaml -}}
- name: SERVICES
  value: {{ .Chart.Name }}
- name: NODE_ENV
  value: {{ index $config "NODE_ENV" | default "production" }}
- name: ADMIN_HOST
  value: 0.0.0.0
- name: GRPC_HOST
  value: 0.0.0.0
- name: HOST
  value: 0.0.0.0
- name: GRPC_ADVERTISE
  valueFrom:
    fieldRef:
      fieldPath: status.podIP
{{- if include "posthorn.takesMail" . }}
{{- range $name, $value := (include "posthorn.traits" . | fromYaml).smtp.env }}
{{- $config = omit $config $name }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- if include "posthorn.certificateSecret" . }}
- name: CERT_PATH
  value: /certificate
{{- end }}
{{- end }}
{{- if and (hasKey $given "SMTP_URL") (not (hasKey $config "MAIL_PROVIDER")) (not (hasKey $config "AWS_SES_REGION")) }}
# Those without SMTP_URL show it, too.
- name: MAIL_PROVIDER
  value: smtp
{{- end }}
{{- if and (hasKey $given "STRIPE_SK") (not (hasKey $config "BILLING_ENABLED")) }}
# Those without STRIPE_SK count and cap as well.
- name: BILLING_ENABLED
  value: "true"
{{- end }}
{{- if and $users.enabled (not (hasKey $secrets "NATS_PASSWORD")) }}
- name: NATS_USER
  value: {{ .Chart.Name }}
- name: NATS_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ $users.secret }}
      key: {{ .Chart.Name }}
{{- end }}
{{- range $name, $_ := $files }}
{{- $config = omit $config $name }}
- name: {{ $name }}
  value: /etc/posthorn/{{ $name }}
{{- end }}
{{- range $name, $value := merge $trial (omit $config "NODE_ENV") }}
- name: {{ $name }}
  value: {{ include "posthorn.text" $value | quote }}
{{- end }}
{{- range $name, $reference := $secrets }}
{{- if not (hasKey $trial $name) }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $reference.name }}
      key: {{ $reference.key }}
{{- end }}
{{- end }}
{{- if or .Values.global.privateCA.secret .Values.global.privateCA.configMap }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/posthorn-ca/ca.crt
{{- end }}
{{- $extra := concat (.Values.global.extraEnv | default list) (.Values.extraEnv | default list) }}
{{- $named := list }}
{{- range $extra }}
{{- $named = append $named .name }}
{{- end }}
{{- if not (has "POSTHORN_GRPC" $named) }}
- name: POSTHORN_GRPC
  value: {{ include "posthorn.grpcAddresses" . }}
{{- end }}
{{- with $extra }}
{{ toYaml . }}
{{- end }}
{{- end }}
