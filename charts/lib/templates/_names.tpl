{{/* Everything here takes the chart's root context: `.Chart.Name` is the service's name, traits.yaml what its code says of it. */}}

{{- define "posthorn.traits" -}}
{{ .Files.Get "traits.yaml" }}
{{- end }}

{{/* `true` for a service that takes mail by SMTP, where settings turn that on; else nothing. */}}
{{- define "posthorn.takesMail" -}}
{{- if (include "posthorn.traits" . | fromYaml).smtp -}}
{{- if eq (toString (index (include "posthorn.config" . | fromYaml) "SMTP_ENABLED")) "true" }}true{{ end -}}
{{- end -}}
{{- end }}

{{- define "posthorn.fullname" -}}
{{- if eq .Release.Name "posthorn" -}}posthorn-{{ .Chart.Name }}{{- else -}}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{- end -}}
{{- end }}

{{/* All pods of a service, its jobs too. */}}
{{- define "posthorn.pods" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "posthorn.selector" -}}
{{ include "posthorn.pods" . }}
app.kubernetes.io/component: service
{{- end }}

{{- define "posthorn.commonLabels" -}}
{{ include "posthorn.pods" . }}
app.kubernetes.io/part-of: posthorn
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "posthorn.labels" -}}
{{ include "posthorn.commonLabels" . }}
app.kubernetes.io/component: service
{{- end }}

{{- define "posthorn.jobLabels" -}}
{{ include "posthorn.commonLabels" . }}
app.kubernetes.io/component: job
{{- end }}

{{- define "posthorn.image" -}}
{{- $image := mergeOverwrite (deepCopy .Values.global.image) (.Values.image | default dict) -}}
{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "posthorn.pullPolicy" -}}
{{ (mergeOverwrite (deepCopy .Values.global.image) (.Values.image | default dict)).pullPolicy }}
{{- end }}

{{- define "posthorn.metadata" -}}
name: {{ include "posthorn.fullname" . }}
namespace: {{ .Release.Namespace }}
labels:
  {{- include "posthorn.labels" . | nindent 2 }}
{{- end }}
