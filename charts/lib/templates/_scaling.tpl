{{/* By CPU, or by the queues that are the truth (KEDA); never by both, which would pull at one Deployment. */}}
{{- define "posthorn.scaling" -}}
{{- if .Values.keda.enabled }}
{{- include "posthorn.scaledObject" . }}
{{- else if .Values.autoscaling.enabled -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "posthorn.metadata" . | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "posthorn.fullname" . }}
  minReplicas: {{ .Values.autoscaling.minReplicas }}
  maxReplicas: {{ .Values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .Values.autoscaling.targetCPUUtilizationPercentage }}
  behavior:
    scaleDown:
      stabilizationWindowSeconds: 300
{{- end }}
{{- end }}

{{/* How many pods the Deployment says there are: none where an autoscaler does. But where Helm said so before, as many as there are now. */}}
{{- define "posthorn.replicas" -}}
{{- if or .Values.autoscaling.enabled .Values.keda.enabled -}}
{{- with lookup "apps/v1" "Deployment" .Release.Namespace (include "posthorn.fullname" .) -}}
{{- if hasKey (.metadata.annotations | default dict) "posthorn/replicas" -}}
{{ .spec.replicas }}
{{- end -}}
{{- end -}}
{{- else -}}
{{ .Values.replicaCount }}
{{- end -}}
{{- end }}

{{/* Who asks, where the source of a trigger wants to know. Takes (dict "keda" … "type" …). */}}
{{- define "posthorn.authentication" -}}
{{- with index .keda.authenticationRef .type }}
authenticationRef:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "posthorn.scaledObject" -}}
{{- $traits := include "posthorn.traits" . | fromYaml -}}
{{- $config := merge (include "posthorn.trial" . | fromYaml) (include "posthorn.config" . | fromYaml) -}}
{{- $keda := .Values.keda -}}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  {{- include "posthorn.metadata" . | nindent 2 }}
  annotations:
    # The HPA it follows goes only when the upgrade is through.
    validations.keda.sh/hpa-ownership: "false"
spec:
  scaleTargetRef:
    name: {{ include "posthorn.fullname" . }}
  minReplicaCount: {{ .Values.autoscaling.minReplicas }}
  maxReplicaCount: {{ .Values.autoscaling.maxReplicas }}
  pollingInterval: {{ $keda.pollingInterval }}
  cooldownPeriod: {{ $keda.cooldownPeriod }}
  {{- with $keda.fallback }}
  fallback:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  triggers:
    - type: cpu
      metricType: Utilization
      metadata:
        value: {{ .Values.autoscaling.targetCPUUtilizationPercentage | quote }}
    {{- with $traits.backlog }}
    - type: prometheus
      metadata:
        serverAddress: {{ required "keda.prometheusAddress is missing: where KEDA asks for the backlog" $keda.prometheusAddress }}
        query: {{ .query | replace "$namespace" $.Release.Namespace | replace "$release" $.Release.Name | quote }}
        threshold: {{ include "posthorn.text" $keda.backlogPerPod | quote }}
      {{- include "posthorn.authentication" (dict "keda" $keda "type" "prometheus") | indent 6 }}
    {{- end }}
    {{- range $traits.consumers }}
    - type: nats-jetstream
      metadata:
        natsServerMonitoringEndpoint: {{ required "keda.natsMonitoringEndpoint is missing: host:port of NATS's monitoring" $keda.natsMonitoringEndpoint }}
        account: {{ $keda.natsAccount | quote }}
        stream: {{ $traits.stream }}
        consumer: {{ . }}
        lagThreshold: {{ include "posthorn.text" $keda.lagPerPod | quote }}
      {{- include "posthorn.authentication" (dict "keda" $keda "type" "nats-jetstream") | indent 6 }}
    {{- end }}
    {{- range $traits.taskQueues }}
    - type: temporal
      metadata:
        endpoint: {{ index $config "TEMPORAL_ADDRESS" }}
        namespace: {{ index $config "TEMPORAL_NAMESPACE" | default "default" }}
        taskQueue: {{ .name }}
        queueTypes: {{ .type }}
        targetQueueSize: {{ include "posthorn.text" $keda.tasksPerPod | quote }}
      {{- include "posthorn.authentication" (dict "keda" $keda "type" "temporal") | indent 6 }}
    {{- end }}
{{- end }}
